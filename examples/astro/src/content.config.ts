import { defineCollection } from 'astro:content';
import { shop } from './lib/shop';
import { productLoader } from './loaders/products';

export const collections = { products: defineCollection({ loader: productLoader({ shop }) }) };
