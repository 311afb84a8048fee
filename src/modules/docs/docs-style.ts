import { createAsset, createScript } from '../../core/shell/assets.ts';
import style from './docs.css' with { type: 'text' };

/** The style sheet of the docs and of the page of the API. */
export const docsStyle = createAsset({
  path: '/docs/assets/docs.css',
  type: 'text/css; charset=utf-8',
  read: () => style,
});

export const docsScript = createScript('/docs/assets', 'src/modules/docs/page/docs.ts');
