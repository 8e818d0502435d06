import { brands } from './brands';
import { collections } from './collections';
import { health } from './health';
import { products } from './products';
import { settings } from './settings';
import { sync } from './sync';
import { webhooks } from './webhooks';

export const controllers = { brands, collections, health, products, settings, sync, webhooks };
