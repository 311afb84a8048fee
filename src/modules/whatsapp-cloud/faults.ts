/** Meta's error codes and what to do about each: one table for answers, failed statuses and phases. */

export type FaultAction =
  /** The access token no longer works: nothing works until there is another. */
  | 'dead-token'
  /** Meta has locked or restricted the account. */
  | 'locked'
  /** Too many calls: of the app or account, of the number, or to one person. */
  | 'rate-app'
  | 'rate-number'
  | 'rate-pair'
  /** More than 24 hours since the person last wrote. */
  | 'window'
  /** The same request will always fail. */
  | 'never'
  /** Somebody has to change something at Meta. */
  | 'operator'
  /** It may succeed later without a change. */
  | 'temporary';

export interface FaultRule {
  readonly action: FaultAction;
  /** One sentence that says what a person can do about it. */
  readonly advice: string;
}

type Entry = readonly [codes: readonly number[], action: FaultAction, advice: string];

const ENTRIES: readonly Entry[] = [
  [
    [0, 190],
    'dead-token',
    'Give the instance a new access token: PATCH /instance/credentials/{instanceName}.',
  ],
  [
    [3, 10],
    'operator',
    'Grant the token whatsapp_business_messaging and whatsapp_business_management for this account.',
  ],
  [[131005], 'operator', 'Give the system user of the token access to this WhatsApp account.'],
  [
    [368],
    'locked',
    'Meta has blocked the account for breaking its policies: see the Business Support Home.',
  ],
  [[131031], 'locked', 'Meta has locked the account: see the Business Support Home.'],
  [[130497], 'never', 'Meta does not let this account write to people in that country.'],
  [[4, 80007], 'rate-app', 'Too many calls of this app or account: wait until Meta allows more.'],
  [[130429, 131057], 'rate-number', 'This number sends too fast: wait a moment.'],
  [[131056], 'rate-pair', 'Too many messages to this one person: wait before the next.'],
  [
    [131048, 131064],
    'operator',
    'Meta limits this number because people blocked or reported its messages: see its quality rating.',
  ],
  [
    [131047],
    'window',
    'More than 24 hours have passed since the person last wrote: send an approved template.',
  ],
  [
    [131026],
    'never',
    'The person cannot get this message: not on WhatsApp, a version too old, or the terms not accepted.',
  ],
  [
    [131030],
    'never',
    'Add the number to the list of allowed recipients of the test number at Meta.',
  ],
  [[131021], 'never', 'A number cannot write to itself.'],
  [[131051], 'never', 'WhatsApp does not take this kind of message.'],
  [[33, 100, 131008, 131009], 'never', 'Correct the request: an id or a parameter is wrong.'],
  [
    [131049, 130472],
    'never',
    'Meta did not deliver this marketing message: try again after a day at the earliest.',
  ],
  [[131050], 'never', 'The person has opted out of marketing messages of this business.'],
  [[131042], 'operator', 'Add or repair the payment method of the account at Meta.'],
  [
    [131044, 131045],
    'operator',
    'The certificate of the number is not right: register the number again.',
  ],
  [[131037], 'operator', 'The display name of the number is not approved yet.'],
  [
    [131052],
    'temporary',
    'Meta could not fetch the file of the message: ask the person to send it again.',
  ],
  [[131053], 'never', 'Meta could not take the file: check its type and size.'],
  [[131062], 'never', 'This kind of template needs a phone number, not a user id.'],
  [
    [131063],
    'operator',
    'Marketing templates of this account are to be sent by another operation of Meta.',
  ],
  [[137000], 'never', 'The identity of the person has changed since the hash was made.'],
  [[132000, 132005, 132012, 132018], 'never', 'The parameters do not fit the template.'],
  [[132001], 'never', 'There is no approved template of this name in this language.'],
  [[132007, 132008], 'never', 'The template or its parameters break a rule of Meta.'],
  [[132015], 'operator', 'The template is paused for its low quality: edit it, or wait.'],
  [[132016], 'never', 'The template was paused too often and is disabled: make another.'],
  [[132068, 132069], 'operator', 'The flow of the template is blocked or throttled.'],
  [[133000], 'operator', 'The deregistration of the number did not complete: deregister it again.'],
  [
    [133005, 133008, 133009],
    'operator',
    'The two-step PIN of the number is wrong: set it at Meta, then register the number.',
  ],
  [[133006], 'operator', 'Verify the number at Meta before it is registered.'],
  [[133010], 'operator', 'The number is not registered for the Cloud API: register it at Meta.'],
  [[133015], 'operator', 'The number was deleted a moment ago: wait five minutes.'],
  [[133016], 'operator', 'The number was registered too often: wait 72 hours.'],
  [
    [1, 2, 131000, 131016, 133004, 135000],
    'temporary',
    'Meta has a fault of its own: try again later.',
  ],
];

const RULES: ReadonlyMap<number, FaultRule> = new Map(
  ENTRIES.flatMap(([codes, action, advice]) =>
    codes.map((code) => [code, { action, advice }] as const),
  ),
);

const PERMISSION: FaultRule = {
  action: 'operator',
  advice: 'Grant the token the permissions that this call needs.',
};
const UNKNOWN: FaultRule = { action: 'never', advice: "See Meta's list of error codes." };

/** Returns what to do about one of Meta's codes; an unknown one is not tried again. */
export function actionOf(code: number): FaultRule {
  const known = RULES.get(code);
  if (known !== undefined) return known;
  return code >= 200 && code <= 299 ? PERMISSION : UNKNOWN;
}
