/** The operations of /instance. */
import type { Operation } from '../operation.ts';
import { connect, connectWith } from './connect.ts';
import { createInstance } from './create.ts';
import { replaceCredentials } from './credentials.ts';
import { deleteInstance, disconnect, logOut, restart } from './end.ts';
import { rotateKey } from './key.ts';
import { readLimits } from './limits.ts';
import { listInstances } from './list.ts';
import { connectionState, listStates } from './state.ts';

export const INSTANCE_OPERATIONS: readonly Operation[] = [
  createInstance,
  listInstances,
  connectionState,
  listStates,
  readLimits,
  connect,
  connectWith,
  restart,
  disconnect,
  logOut,
  deleteInstance,
  rotateKey,
  replaceCredentials,
];
