/** Offers the paths to which platforms send webhooks. */

/** Lets the nodes of other instances take their part of what is sent. */
export { sharedWebhooks } from './elsewhere.ts';
export { providerWebhookRoutes } from './routes.ts';
