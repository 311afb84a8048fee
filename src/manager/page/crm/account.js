/** Which account of the CRM the page works in. The choice stays in this tab, as the token does. */
const STORED = 'gatehouse.account';

export const forgetAccount = () => sessionStorage.removeItem(STORED);

/** @param {string} id */
export const rememberAccount = (id) => sessionStorage.setItem(STORED, id);

/**
 * The account to work in, and what the token permits there. Of several accounts none is chosen for anybody.
 * @returns {Promise<{ account: { id: string, name: string } | null, mustChoose: boolean, permissions: string[], role: string }>}
 *   `account` null: it is not known by name, or still to be chosen
 */
export async function readAccess(api) {
  const id = sessionStorage.getItem(STORED);
  api.useAccount(id);
  try {
    return await accessIn(api, id);
  } catch (error) {
    // It has been deleted or suspended, or its member removed.
    if (id === null || ![403, 404].includes(error.status)) throw error;
    forgetAccount();
    api.useAccount(null);
    return accessIn(api, null);
  }
}

async function accessIn(api, id) {
  const { permissions, role_data } = await api.get('/permissions');
  const granted = { permissions, role: role_data.name };
  if (!permissions.includes('accounts.read'))
    return { ...granted, account: null, mustChoose: false };
  if (id !== null)
    return { ...granted, account: await api.get(`/accounts/${id}`), mustChoose: false };
  const { records, total } = await api.page('/accounts', { pageSize: 1 });
  if (total > 1) return { ...granted, account: null, mustChoose: true };
  api.useAccount(records[0].id);
  return { ...granted, account: records[0], mustChoose: false };
}
