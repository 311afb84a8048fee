/** The script of the docs. */
import { dressCode } from '../../../core/shell/page/code.ts';
import { followContents } from './contents.ts';
import { startSearch } from './search.ts';

dressCode();
startSearch();
followContents();
