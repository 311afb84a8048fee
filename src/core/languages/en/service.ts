/** The service as a whole, in the manager. */
export const service = {
  title: 'Operation',
};
