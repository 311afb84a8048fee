/** Offers the paths of passkey ceremonies. */

export { passkeyRoutes } from './routes.ts';
