/** Opens the page with the link that the first start printed: `#first/` and its token. */
import { ApiFailure, createCall } from './api.ts';
import { remember, signOutNotice } from './credentials.ts';
import { hash } from './route.ts';
import { texts } from './texts.ts';

const LINK = /^#first\/(\S+)$/;
const GONE = 410;
const FORBIDDEN = 403;

interface Keys {
  readonly apikey: string;
  readonly accessToken: string | null;
}

export async function useFirstLink(): Promise<void> {
  const token = LINK.exec(location.hash)?.[1];
  if (token === undefined) return;
  // The history of the browser keeps nothing of it.
  history.replaceState(null, '', '#/');
  hash.value = '#/';
  try {
    const call = createCall(
      () => ({ authorization: `Bearer ${token}` }),
      () => {},
    );
    const { apikey, accessToken } = (await call('POST', '/manager/first-visit')).answer as Keys;
    remember('gateway', apikey, false);
    if (accessToken !== null) remember('crm', accessToken, false);
  } catch (error) {
    signOutNotice.value = explainFailure(error);
  }
}

function explainFailure(error: unknown): unknown {
  const { gate } = texts();
  const status = error instanceof ApiFailure ? error.status : 0;
  if (status === GONE) return new ApiFailure({ message: gate.linkIsOver });
  return status === FORBIDDEN ? new ApiFailure({ message: gate.linkNotHere }) : error;
}
