/** Customers' pages as browsers open them. */
import type { Answer, RunningApp } from './app.ts';

export interface CustomerPage {
  readonly id: string;
  /** The address of the link. */
  readonly link: string;
  readonly code: string;
  /** What the page sends with its requests. */
  readonly credential: string;
}

export const codeIn = (link: string): string => link.split('#')[1] ?? '';

/** Makes a link to the page of an instance's customer, for a browser on this machine. */
export async function customerLink(
  { call }: Pick<RunningApp, 'call'>,
  instanceName: string,
  asked: object = {},
): Promise<string> {
  const { body } = await call('POST', `/portal/${instanceName}`, asked);
  return body.url.replace('http://localhost', 'http://127.0.0.1');
}

/** Exchanges the code of a link, as the page does. */
export async function exchange(
  { url }: Pick<RunningApp, 'url'>,
  code: string,
  key?: string,
): Promise<Answer> {
  const answer = await fetch(`${url}/manager/portal/open`, {
    method: 'POST',
    headers: { authorization: `Bearer ${code}`, ...(key && { 'idempotency-key': key }) },
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** Makes a link with the global key and opens it. */
export async function openCustomerPage(
  app: RunningApp,
  instanceName: string,
  asked: object = {},
): Promise<CustomerPage> {
  const made = await app.call('POST', `/portal/${instanceName}`, asked);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id, url: link } = made.body;
  const code = codeIn(link);
  const { credential } = (await exchange(app, code)).body;
  return { id, link, code, credential };
}
