/** Stands for a part that a hook starts later: whatever is asked of it or set in it is passed on to that part. */
export const late = <Part extends object>(part: () => Part | undefined): Part =>
  new Proxy({} as Part, {
    get(_, member) {
      const found = part();
      const value: unknown = Reflect.get(found ?? {}, member);
      return typeof value === 'function' ? value.bind(found) : value;
    },
    set: (_, member, value) => Reflect.set(part() ?? {}, member, value),
  });
