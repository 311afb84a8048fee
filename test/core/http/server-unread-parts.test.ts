/** Work on each request that no handler needs: Elysia copies headers and parses cookies where a hook may read them. */
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { ACCESS_TOKEN, GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';

let app: RunningApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.stop());

const PATHS = [
  '/health',
  `/delivery/${crypto.randomUUID()}`,
  '/api/v1/permissions',
  '/api/v1/inboxes',
  `/api/v1/inboxes/${crypto.randomUUID()}`,
];

test.each(PATHS)(
  'the headers of GET %s are not copied, since its handler reads none',
  async (path) => {
    const copy = spyOn(Headers.prototype, 'toJSON');
    try {
      const { port } = app.app.server;
      const request = new Request(`http://127.0.0.1:${port}${path}`, {
        headers: { apikey: GLOBAL_KEY, api_access_token: ACCESS_TOKEN },
      });
      expect((await app.app.handle(request)).status).toBeOneOf([200, 404]);
      expect(copy).not.toHaveBeenCalled();
    } finally {
      copy.mockRestore();
    }
  },
);
