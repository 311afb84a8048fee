/** A whole list in a card, one of its rows beside it at an address of its own, and forms at the side. */
import type { ComponentChildren } from 'preact';
import { UnknownAddress } from './layout.tsx';
import { SidePanel } from './side-panel.tsx';
import { FailureLine } from './status.tsx';
import { Table, type TableProps } from './table.tsx';

type ListProps<Row> = Pick<TableProps<Row>, 'label' | 'rows' | 'empty' | 'keyOf' | 'columns'>;

interface ListViewProps<Row> extends ListProps<Row> {
  /** Why the list could not be read, or null. */
  readonly failure: unknown;
  /** Returns the address of the row with this key; of the list for ''. */
  readonly linkOf: (key: string) => string;
  /** The key of the row that the address names, or ''. */
  readonly opened: string;
  readonly nameOf: (row: Row) => string;
  /** Shown above the table. */
  readonly above?: ComponentChildren;
  readonly aside: ComponentChildren;
  /** The content of a row's panel; `close` closes it. */
  readonly panel: (row: Row, close: () => void) => ComponentChildren;
}

export function ListView<Row>(props: ListViewProps<Row>) {
  const { label, rows, keyOf, linkOf, failure, opened, nameOf, above, aside, panel } = props;
  const row = rows?.find((one) => keyOf(one) === opened);
  const close = () => {
    location.hash = linkOf('');
  };
  return (
    <div class="with-aside">
      <div class="with-panel">
        <div class="card">
          {above}
          <FailureLine failure={failure} />
          <Table {...props} linkOf={(one) => linkOf(keyOf(one))} isSortable />
        </div>
        {row && (
          <SidePanel title={nameOf(row)} onClose={close}>
            <div key={opened}>{panel(row, close)}</div>
          </SidePanel>
        )}
        {rows && !row && opened !== '' && <UnknownAddress href={linkOf('')} text={label} />}
      </div>
      <div>{aside}</div>
    </div>
  );
}
