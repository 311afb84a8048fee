/** All attacks, in the order in which they are tried. */
import type { Attack } from './attack.ts';
import { BROKER_ATTACKS } from './broker-attacks.ts';
import { COST_ATTACKS } from './cost-attacks.ts';
import { foreignPeople } from './crm-attacks.ts';
import { sharedHost } from './delivery-attacks.ts';
import { pictures, slowDownloads, voice } from './files.ts';
import { manySpellings, placesTwice, unreadJoins } from './live-attacks.ts';
import { pageOfCustomer } from './page-attacks.ts';
import { removedWhileReplaying } from './replay-attacks.ts';
import { flood, forms, largeMessages, readers } from './storage-attacks.ts';
import {
  signedWebhooks,
  slowReceivedFiles,
  unsignedWebhooks,
  webhooksForNobody,
} from './webhooks.ts';

export const ATTACKS: readonly Attack[] = [
  ...COST_ATTACKS,
  ...BROKER_ATTACKS,
  unsignedWebhooks,
  webhooksForNobody,
  signedWebhooks,
  unreadJoins,
  placesTwice,
  manySpellings,
  readers,
  largeMessages,
  pictures,
  voice,
  slowDownloads,
  slowReceivedFiles,
  forms,
  flood,
  sharedHost,
  foreignPeople,
  removedWhileReplaying,
  pageOfCustomer,
];
