/** Stands in for `src/core/shared/own-files.ts` inside the bundle of `bundle.ts`, where workers and WhatsApp's client are bundled too. */
import { optionalPackage as inPackages } from '../../src/core/shared/own-files.ts';

export * from '../../src/core/shared/own-files.ts';

/** The URL of the bundle's folder, put in by the build. */
declare const BUNDLE: string;

export const CLIENT = '@whiskeysockets/baileys';
/** In the folder of the bundle; the service knows by its path whose code has failed. */
export const CLIENT_PLACE = `client/node_modules/${CLIENT}`;

export const ownModule = (path: string): URL =>
  new URL(path.replace(/^src\/(.*)\.ts$/, '$1.js'), BUNDLE);

export const optionalPackage = (name: string): string =>
  name === CLIENT
    ? Bun.fileURLToPath(new URL(`${CLIENT_PLACE}/index.js`, BUNDLE))
    : inPackages(name);
