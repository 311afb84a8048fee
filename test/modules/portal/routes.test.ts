/** Opening the link to a customer's page while something fails. */
import { expect, test } from 'bun:test';
import { admit } from '../../../src/core/http/principal.ts';
import { OPEN_PATH, portalRoutes, portalZone } from '../../../src/modules/portal/routes.ts';
import { SHOP } from '../../helpers/gateway-server.ts';

test('a link is not used up when the instance that it is for cannot be found out', async () => {
  const isOpened: boolean[] = [];
  const link = { id: 'link', instanceId: SHOP.id, scopes: [], expiresAt: 1 };
  let isDown = true;
  let isKnown = false;
  const routes = portalRoutes({
    portalLinks: {
      async open() {
        isOpened.push(true);
        return { link: { ...link, isOpened: true, createdAt: 0 }, credential: 'portal' };
      },
    },
    directory: { byId: () => (isKnown ? SHOP : null) },
    async catchUp() {
      if (isDown) throw new Error('the database does not answer');
      isKnown = true;
    },
  });
  const open = async () => {
    const request = new Request(`http://gate.test${OPEN_PATH}`, { method: 'POST' });
    const zone = portalZone({ byCode: async () => null });
    admit(request, zone, { code: 'code', instanceId: SHOP.id });
    return (await routes.handle(request)).status;
  };
  expect([await open(), isOpened]).toEqual([500, []]);
  isDown = false;
  expect([await open(), isOpened]).toEqual([200, [true]]);
});
