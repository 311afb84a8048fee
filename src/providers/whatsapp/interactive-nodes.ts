/**
 * What is sent beside buttons, lists and carousels, as phones require it since 2026. WhatsApp accepts such a message
 * without it, and phones show nothing.
 */
import { randomBytes } from 'node:crypto';
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { OutgoingContent } from '../outgoing.ts';

const DECISION_BYTES = 20;

/** Returns no nodes for content of other kinds. */
export function interactiveNodes(kind: OutgoingContent['kind'], nowMs: number): BinaryNode[] {
  switch (kind) {
    case 'native_buttons':
    case 'carousel':
      return [business(NATIVE_FLOW, nowMs)];
    case 'list':
      return [business({ tag: 'list', attrs: { type: 'product_list', v: '2' } }, nowMs)];
    case 'pix':
      return [{ tag: 'biz', attrs: { native_flow_name: 'payment_info' } }];
    default:
      return [];
  }
}

const NATIVE_FLOW: BinaryNode = {
  tag: 'interactive',
  attrs: { type: 'native_flow', v: '1' },
  content: [{ tag: 'native_flow', attrs: { v: '9', name: 'mixed' } }],
};

const business = (form: BinaryNode, nowMs: number): BinaryNode => ({
  tag: 'biz',
  attrs: {
    actual_actors: '2',
    host_storage: '2',
    privacy_mode_ts: `${Math.floor(nowMs / 1_000)}`,
  },
  content: [
    form,
    {
      tag: 'quality_control',
      attrs: {
        decision_id: randomBytes(DECISION_BYTES).toString('hex'),
        source_type: 'third_party',
      },
      content: [{ tag: 'decision_source', attrs: { value: 'df' } }],
    },
  ],
});
