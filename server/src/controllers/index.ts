import { brands } from './brands';
import { catalog } from './catalog';
import { collections } from './collections';
import { contract } from './contract';
import { events } from './events';
import { graphql } from './graphql';
import { health } from './health';
import { products } from './products';
import { settings } from './settings';
import { sync } from './sync';
import { webhookSecret } from './webhook-secret';
import { webhooks } from './webhooks';

export const controllers = { brands, catalog, collections, contract, events, graphql, health, products, settings, sync, webhookSecret, webhooks };
