import { brands } from './brands';
import { collections } from './collections';
import { products } from './products';
import { settings } from './settings';
import { sync } from './sync';

export const controllers = { brands, collections, products, settings, sync };
