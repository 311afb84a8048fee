/** No secret that passes through an audited operation is in any audit row. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { openDatabase } from '../../../../src/core/db/open.ts';
import { sha256 } from '../../../../src/core/shared/crypto.ts';
import { GLOBAL_KEY, startApp } from '../../../helpers/app.ts';
import { auditText } from '../../../helpers/audit.ts';

/** Long enough that no text has it by chance. */
const secret = fc.stringMatching(/^[A-Za-z0-9]{16,40}$/);
const webhook = fc.record({
  password: secret,
  token: secret,
  header: secret,
  ticket: secret,
  phone: fc.stringMatching(/^[1-9][0-9]{12,14}$/),
});

test('no key, signing secret, header value, credential in an address or phone number is in any row', async () => {
  const app = await startApp();
  const secrets = new Set([GLOBAL_KEY]);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(webhook, async ({ password, token, header, ticket, phone }) => {
      const name = `shop-${round++}`;
      const created = await app.call('POST', '/instance/create', {
        instanceName: name,
        provider: 'sandbox',
        number: phone,
        token,
      });
      const key: string = created.body.apikey;
      const url = `http://127.0.0.1:9/hook?token=${token}&${password}`;
      const set = { enabled: true, url, headers: { authorization: header } };
      await app.call('POST', `/webhook/set/${name}`, set, key);
      await app.call('POST', `/webhook/set/${name}`, { ...set, url: `http://u:${password}@h/` });
      await app.call('POST', '/instance/connect', { webhookUrl: url, phone, immediate: true }, key);
      await app.call('GET', `/instance/connect/${name}?number=${phone}`, undefined, key);
      const read = await app.call('GET', `/webhook/secret/${name}`, undefined, key);
      const rotated = await app.call('POST', `/webhook/secret/rotate/${name}`);
      const replaced = await app.call('POST', `/instance/key/rotate/${name}`, undefined, key);
      const next: string = replaced.body.apikey;
      await app.call('GET', `/ws?ticket=${ticket}`, undefined, null);
      await app.call('DELETE', `/instance/delete/${name}`, undefined, `${key}x`);
      for (const text of [password, token, header, ticket, phone, key, sha256(key), next])
        secrets.add(text);
      for (const { body } of [read, rotated]) secrets.add(body.secret);
    }),
    { numRuns: 15 },
  );
  await app.stop();
  const db = await openDatabase({ url: `file:${app.dataDir}/gatehouse.db` });
  const text = await auditText(db);
  await db.close();
  expect(text.length).toBeGreaterThan(10_000);
  expect([...secrets].filter((one) => text.includes(one))).toEqual([]);
});
