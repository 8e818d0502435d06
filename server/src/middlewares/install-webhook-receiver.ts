import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { containerOf } from '../container';
import { restBasePath } from '../http/rest-base-path';
import { createWebhookReceiver } from './webhook-receiver';

/** Installs the webhook receiver before everything else; call this in `register`, before the guard is installed. */
export function installWebhookReceiver(strapi: Core.Strapi): void {
  const services = () => {
    const { webhooks, clock } = containerOf(strapi);
    return { deliveries: webhooks.deliveries, clock };
  };
  strapi.server.use(createWebhookReceiver({ basePath: restBasePath(strapi), services, createId: randomUUID }));
}
