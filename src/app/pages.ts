/** The pages for browsers that every installation has: the frame of them all, and the front door. */
import type { AnyElysia } from 'elysia';
import { version } from '../../package.json';
import type { Config } from '../core/config/config.ts';
import { frontDoor, type Health } from '../core/shell/front-door.ts';
import { type Pages, shellRoutes } from '../core/shell/shell.ts';

/** The front door says what `server` answers at `/ready`, and leads to `pages`. */
export function pagesOf({ publicUrl }: Config, server: AnyElysia, pages: Pages): AnyElysia[] {
  // The cast is safe: the type names a part of what is answered.
  const health = async () =>
    (await (await server.handle(new Request('http://localhost/ready'))).json()) as Health;
  return [shellRoutes(), frontDoor({ version, publicUrl, health, pages })];
}
