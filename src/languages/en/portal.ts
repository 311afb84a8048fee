/** The page of a customer, and making a link to it. */
export const portal = {
  title: 'Webhooks',
  of: (name: string) => `Webhooks of ${name}`,
  parts: 'Parts of this page',
  endpoints: 'Endpoints',
  deliveries: 'Deliveries',
  until: (time: string) => `This page is open until ${time}.`,
  closed: 'This page is closed',
  over: 'Its link has been used already, has ended, or was taken back. Ask whoever gave it to you for a new one.',
  noLink: 'It opens with a link. Ask whoever runs this service for one.',
};
