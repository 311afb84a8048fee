/** Failure sentences in Portuguese, by the English sentence. */
import { bodies } from './failures/bodies.ts';
import { crm } from './failures/crm.ts';
import { fields } from './failures/fields.ts';
import { files } from './failures/files.ts';
import { gateway } from './failures/gateway.ts';
import { graph } from './failures/graph.ts';
import { json } from './failures/json.ts';
import { moreFields } from './failures/more-fields.ts';
import { numbers } from './failures/numbers.ts';
import { official } from './failures/official.ts';
import { platform } from './failures/platform.ts';
import { portal } from './failures/portal.ts';
import { requests } from './failures/requests.ts';
import { sandbox } from './failures/sandbox.ts';
import { sending } from './failures/sending.ts';

export const failures = {
  ...requests,
  ...json,
  ...fields,
  ...moreFields,
  ...bodies,
  ...crm,
  ...gateway,
  ...sending,
  ...files,
  ...platform,
  ...numbers,
  ...official,
  ...graph,
  ...portal,
  ...sandbox,
} as const;
