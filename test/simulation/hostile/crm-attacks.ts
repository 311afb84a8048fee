/** Attacks by an account of the CRM on the people and invitations of another one. */
import { dirname, join } from 'node:path';
import { type Ask, type Attack, lanes, type Target } from './attack.ts';
import type { Stage } from './stage.ts';

const LANES = 8;
/** Somebody whom the second account invites, and who has another account. */
const INVITED = 'cfo@bank.example';
/** Somebody else who has another account. */
const GUEST = 'guest@home.example';

interface Account {
  readonly id: string;
  /** The first person of the account, its owner. */
  readonly ownerId: string;
  /** A token of the owner's own. */
  readonly token: string;
}

interface Scene {
  readonly attacker: Account;
  readonly other: Account;
  /** An invitation of the second account to `INVITED`, whose secret nobody has handed on. */
  readonly invitationId: string;
}

const scenes = new WeakMap<Target, Scene>();

function sceneOf(target: Target): Scene {
  const scene = scenes.get(target);
  if (scene === undefined) throw new Error('the accounts were not made');
  return scene;
}

interface Call {
  readonly account?: string;
  readonly token: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

async function callCrm({ call }: Stage, method: string, path: string, request: Call) {
  const { account, token, body, signal } = request;
  const { status, text } = await call(method, `/api/v1${path}`, {
    headers: { api_access_token: token, ...(account !== undefined && { 'account-id': account }) },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  return { status, data: JSON.parse(text).data };
}

/** The token of the first user, which the first start has made. */
async function firstToken({ file }: Pick<Stage, 'file'>): Promise<string> {
  const secrets = await Bun.file(join(dirname(file), 'secrets.json')).json();
  return String(secrets.accessToken);
}

/** An account with an owner, who has rotated the token that was made for them. */
async function createAccount(stage: Stage, first: string, name: string): Promise<Account> {
  const made = await callCrm(stage, 'POST', '/accounts', { token: first, body: { name } });
  const account = String(made.data.id);
  const here = { token: first, account };
  const person = { name, email: `owner@${name}.example`, role: 'account_owner' };
  const owner = await callCrm(stage, 'POST', '/users', { ...here, body: person });
  const body = { name: 'own', user_id: owner.data.id, account_id: null };
  const { data } = await callCrm(stage, 'POST', '/access_tokens', { ...here, body });
  const asItself = { account, token: String(data.token), body: {} };
  const own = await callCrm(stage, 'POST', `/access_tokens/${data.id}/rotate`, asItself);
  return { id: account, ownerId: String(owner.data.id), token: String(own.data.token) };
}

interface Attempt {
  readonly method: string;
  readonly path: string;
  /** The account that is named; default: the attacker's. */
  readonly account?: string;
  readonly body?: unknown;
  /** It concerns the attacker's account alone. */
  readonly isAllowed?: boolean;
}

/** What an owner of an account tries in turn, with a token that opens all accounts of theirs. */
function attempts({ attacker, other, invitationId }: Scene, key: string): readonly Attempt[] {
  const secret = `gth_inv_${invitationId.replaceAll('-', '')}_${key.padEnd(43, 'A')}`;
  const invitation = `/invitations/${invitationId}`;
  const sent = `/accounts/${other.id}/invitations`;
  const self = `/users/${attacker.ownerId}`;
  const person = { name: 'x', email: `${key}@bank.example`, new_person: true };
  const token = { name: 'x', account_id: other.id };
  return [
    { method: 'PATCH', path: self, body: { email: INVITED }, isAllowed: true },
    { method: 'POST', path: '/invitations/open', body: { secret } },
    { method: 'POST', path: `${invitation}/accept`, body: { secret } },
    { method: 'POST', path: `${invitation}/decline`, body: { secret } },
    { method: 'POST', path: '/users', body: person, isAllowed: true },
    { method: 'GET', path: '/users', account: other.id },
    { method: 'GET', path: sent },
    { method: 'POST', path: `${sent}/${invitationId}/renew`, body: {} },
    { method: 'DELETE', path: `${sent}/${invitationId}` },
    { method: 'POST', path: '/access_tokens', body: token },
  ];
}

/** The status where the attacker got what is another account's; the test counts it as a failure of the service. */
const GOT_THROUGH = 599;

async function attack(target: Target, lane: number, round: number, signal: AbortSignal) {
  const scene = sceneOf(target);
  const all = attempts(scene, `person-${lane}-${round}`);
  const { method, path, account, body, isAllowed } = all[(lane + round) % all.length] as Attempt;
  const response = await fetch(`http://127.0.0.1:${target.port}/api/v1${path}`, {
    method,
    headers: {
      api_access_token: scene.attacker.token,
      'account-id': account ?? scene.attacker.id,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  await response.text();
  return response.ok && !isAllowed ? GOT_THROUGH : response.status;
}

/** Throws unless the account has its owner and the first user alone. */
async function requireSamePeople(stage: Stage, signal?: AbortSignal): Promise<number> {
  const { id: account, ownerId, token } = sceneOf(stage).other;
  const asked = { account, token, ...(signal && { signal }) };
  const { status, data } = await callCrm(stage, 'GET', '/users', asked);
  const others = data.filter(
    ({ id, role }: { id: string; role: string }) => id !== ownerId && role !== 'super_admin',
  );
  if (others.length > 0) throw new Error(`${others.length} others have joined the account`);
  return status;
}

const listsItsPeople: Ask = {
  what: 'lists its people, who are the same as before',
  send: requireSamePeople,
};

const invitesAndWithdraws: Ask = {
  what: 'invites somebody and withdraws the invitation',
  async send(stage, signal) {
    const { id: account, token } = sceneOf(stage).other;
    const asked = { account, token, signal };
    const body = { name: 'Guest', email: GUEST };
    const { status, data } = await callCrm(stage, 'POST', '/users', { ...asked, body });
    if (status !== 202) return status;
    const path = `/accounts/${account}/invitations/${data.id}`;
    return (await callCrm(stage, 'DELETE', path, asked)).status;
  },
};

export const foreignPeople: Attack = {
  name: 'an account that wants to be in another one',
  promise:
    'an account invites people and keeps its own while an owner of another takes their address and guesses secrets',
  async prepare(stage) {
    const first = await firstToken(stage);
    const [attacker, other, home] = [
      await createAccount(stage, first, 'attacker'),
      await createAccount(stage, first, 'bank'),
      await createAccount(stage, first, 'home'),
    ];
    for (const email of [INVITED, GUEST]) {
      const known = { account: home.id, token: first, body: { name: 'x', email } };
      await callCrm(stage, 'POST', '/users', known);
    }
    const { id: account, token } = other;
    const body = { name: 'CFO', email: INVITED, role: 'account_owner' };
    const { data } = await callCrm(stage, 'POST', '/users', { account, token, body });
    scenes.set(stage, { attacker, other, invitationId: String(data.id) });
  },
  begin: (target) => lanes(LANES, (lane, round, signal) => attack(target, lane, round, signal)),
  asks: [listsItsPeople, invitesAndWithdraws],
  limits: {},
  async afterwards(stage) {
    await requireSamePeople(stage);
    const { other, invitationId } = sceneOf(stage);
    const path = `/accounts/${other.id}/invitations`;
    const { data } = await callCrm(stage, 'GET', path, { account: other.id, token: other.token });
    if (data.length !== 1 || data[0].id !== invitationId)
      throw new Error(`the invitation is not as it was: ${JSON.stringify(data)}`);
  },
};
