/** The operations of /instance. */
import type { Operation } from '../operation.ts';
import { connect, connectWith } from './connect.ts';
import { createInstance } from './create.ts';
import { deleteInstance, disconnect, logOut, restart } from './end.ts';
import { replaceCredentials, rotateKey } from './key.ts';
import { listInstances } from './list.ts';
import { connectionState, listStates, readLimits } from './state.ts';

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
