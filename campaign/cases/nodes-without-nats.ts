/** The same nodes without NATS: hints are all that is missing. */
import { findSqld } from '../../test/helpers/sqld.ts';
import type { Case } from '../kit/case.ts';
import { nodesCase } from './nodes.ts';

/** As `nodes`, with nodes that have no NATS server to send each other hints. */
export default {
  promise: 'The same is true without NATS.',
  limitSeconds: 900,
  lacks: () => (findSqld() === null ? 'there is no sqld' : null),
  run: nodesCase(false),
} satisfies Case;
