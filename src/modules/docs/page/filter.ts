/** Narrows the list of operations to those that have the words which are typed. */
export function filterOperations(): void {
  const input = document.querySelector<HTMLInputElement>('.pages .filter');
  const status = document.querySelector<HTMLElement>('.pages [role="status"]');
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('details.group')];
  if (input === null || status === null) return;
  input.hidden = false;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let isNothing = true;
    for (const group of groups) {
      const rows = [...group.querySelectorAll('li')];
      for (const row of rows) {
        const text = `${group.firstElementChild?.textContent} ${row.textContent} ${row.querySelector('a')?.title}`;
        row.hidden = !words.every((word) => text.toLowerCase().includes(word));
      }
      group.hidden = rows.every(({ hidden }) => hidden);
      group.open = words.length > 0 && !group.hidden;
      isNothing &&= group.hidden;
    }
    status.textContent = isNothing ? (status.dataset.nothing ?? '') : '';
  });
}
