import { randomInt } from 'node:crypto';

/** The ids of a number and of its account, in digits, as clients of Meta's Graph API name them. */
export interface GraphIds {
  readonly phoneNumberId: string;
  readonly wabaId: string;
}

/** Returns ids for an instance that has none at Meta. They have 15 digits, as Meta's often do. */
export const newGraphIds = (): GraphIds => ({ phoneNumberId: newGraphId(), wabaId: newGraphId() });

const newGraphId = (): string => `${10 ** 14 + randomInt(2 ** 48 - 1)}`;
