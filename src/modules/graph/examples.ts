/** The examples of the paths of the Graph API. */

import { PHONE_NUMBER_ID } from '../../core/http/example-values.ts';
import type { ZoneExamples } from '../../core/http/openapi-examples.ts';

export const GRAPH_EXAMPLES: ZoneExamples = {
  fields: {
    version: 'v25.0',
    id: PHONE_NUMBER_ID,
    display_phone_number: '+5511999990000',
    verified_name: 'Shop',
    quality_rating: 'GREEN',
  },
  records: {
    GraphFailure: {
      error: {
        message: '(#131026) Message undeliverable',
        type: 'OAuthException',
        code: 131026,
        error_data: { messaging_product: 'whatsapp', details: 'the number is not on WhatsApp' },
        fbtrace_id: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
      },
    },
  },
};
