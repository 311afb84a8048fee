/**
 * What is sent beside buttons, lists and carousels, as phones require it since 2026. WhatsApp accepts such a message
 * without it, and phones show nothing.
 */
import { randomBytes } from 'node:crypto';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { pixButton } from '../interactive.ts';
import type { OutgoingContent } from '../outgoing.ts';

const DECISION_BYTES = 20;

/** Returns no nodes for content of other kinds. */
export function interactiveNodes(content: OutgoingContent, nowMs: number): BinaryNode[] {
  switch (content.kind) {
    case 'native_buttons':
    case 'carousel':
      return [business(NATIVE_FLOW, nowMs)];
    case 'list':
      return [business({ tag: 'list', attrs: { type: 'product_list', v: '2' } }, nowMs)];
    case 'pix':
      return [{ tag: 'biz', attrs: { native_flow_name: PIX_FLOWS[pixButton(content)] } }];
    default:
      return [];
  }
}

const PIX_FLOWS: Readonly<Record<ReturnType<typeof pixButton>, string>> = {
  payment_info: 'payment_info',
  review_and_pay: 'order_details',
};

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
