/** Uploads files by the paths of the Graph API. */
import type { Answer } from './app.ts';

export interface GraphUpload {
  /** Null: the form has no file. */
  readonly bytes?: Uint8Array | null;
  readonly type?: string | null;
  readonly partType?: string;
  readonly name?: string;
  readonly product?: string | null;
}

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** An answer in JSON. */
export const answerOf = async (response: Response): Promise<Omit<Answer, 'headers'>> => ({
  status: response.status,
  body: await response.json(),
});

/** By default the PNG, as clients do it. `to` is the number, or the path with a query. */
export async function upload(
  url: string,
  to: string,
  key: string,
  options: GraphUpload = {},
): Promise<Omit<Answer, 'headers'>> {
  const { bytes = PNG, type = 'image/png', partType = '', name = 'a.png' } = options;
  const { product = 'whatsapp' } = options;
  const form = new FormData();
  if (product !== null) form.set('messaging_product', product);
  if (type !== null) form.set('type', type);
  if (bytes !== null) form.set('file', new Blob([new Uint8Array(bytes)], { type: partType }), name);
  const at = `${url}/graph/v25.0/${to.includes('/') ? to : `${to}/media`}`;
  return answerOf(await fetch(at, { method: 'POST', headers: bearer(key), body: form }));
}
