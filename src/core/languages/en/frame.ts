/** Texts that all pages have around their content: header, navigation and footer. */
export const frame = {
  skip: 'Skip to content',
  navigation: 'Pages of Gatehouse',
  home: 'Home',
  docs: 'Docs',
  api: 'API',
  manager: 'Manager',
  language: 'Language',
  copy: 'Copy',
  copied: 'Copied',
};
