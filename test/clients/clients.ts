/** The clients that are tried. */
import { EVO_CRM, EVO_CRM_GO } from './evo-crm.ts';
import { EVOLUTION_API_SDK } from './evolution-api-sdk.ts';
import { EVOLUTION_GO_SDK, N8N_EVOLUTION_GO } from './evolution-go-sdk.ts';
import { EVOLUTION_MANAGER } from './evolution-manager.ts';
import { EVOLUTION2_API_SDK } from './evolution2-api-sdk.ts';
import { N8N } from './n8n-client.ts';
import { NODE_RED } from './node-red.ts';
import { OTHER_REQUESTS } from './other-requests.ts';
import { PYTHON_CLIENT } from './python-client.ts';
import { SOLUFY_EVOLUTION_SDK } from './solufy-evolution-sdk.ts';

export const CLIENTS = [
  N8N,
  EVOLUTION_API_SDK,
  SOLUFY_EVOLUTION_SDK,
  EVOLUTION2_API_SDK,
  NODE_RED,
  PYTHON_CLIENT,
  EVOLUTION_GO_SDK,
  N8N_EVOLUTION_GO,
  EVOLUTION_MANAGER,
  EVO_CRM,
  EVO_CRM_GO,
  OTHER_REQUESTS,
];
