/** Where the key is kept: in this tab alone, gone when the tab is closed. Never in the address. */
const NAME = 'gatehouse.apikey';

/** @returns {string | null} */
export const keptKey = () => sessionStorage.getItem(NAME);
/** @param {string} key */
export const keepKey = (key) => sessionStorage.setItem(NAME, key);
export const forgetKey = () => sessionStorage.removeItem(NAME);
