/** Stands for a part that a hook starts later: whatever is asked of it is passed on to that part. */
export const late = <Part extends object>(part: () => Part | undefined): Part =>
  new Proxy({} as Part, { get: (_, member) => Reflect.get(part() ?? {}, member) });
