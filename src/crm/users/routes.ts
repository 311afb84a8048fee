/** The operations of people, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createUser } from './create.ts';
import { deleteUser } from './delete.ts';
import { getUser } from './get.ts';
import { listUsers } from './list.ts';
import { updateUser } from './update.ts';

export const userRoutes = routes('Users', [listUsers, getUser, createUser, updateUser, deleteUser]);
