/** Spells what happened to templates, to a number and to its account as webhooks of the Cloud API do. Pure. */
import type { Payloads } from '../../../events/contract/catalog.ts';
import type { BusinessNumber, CloudChange } from './change.ts';

/** Meta gives ids of templates as numbers. */
const idOf = (id: string): number | string => {
  const number = Number(id);
  return id !== '' && Number.isSafeInteger(number) ? number : id;
};

/** One event may tell of a status, a category and a quality, each of which is a change of its own field. */
export function templateChanges(data: Payloads['TemplateUpdate']): CloudChange[] {
  const { ID, Name, Language, Status, Category, Quality, Reason } = data;
  const template = {
    message_template_id: idOf(ID),
    message_template_name: Name,
    message_template_language: Language,
  };
  const about = (field: string, what: object): CloudChange => ({
    field,
    value: { ...what, ...template },
  });
  return [
    ...(Status === null
      ? []
      : [
          about('message_template_status_update', {
            event: Status,
            reason: Reason ?? (Status === 'DELETED' ? null : 'NONE'),
            ...(Category !== null && { message_template_category: Category }),
          }),
        ]),
    ...(Status !== null || Category === null
      ? []
      : [about('template_category_update', { new_category: Category })]),
    ...(Quality === null
      ? []
      : [about('message_template_quality_update', { new_quality_score: Quality })]),
  ];
}

/** The account was taken from this service, on its phone or here. */
export const loggedOutChanges = (
  _: Payloads['LoggedOut'],
  { digits }: BusinessNumber,
): CloudChange[] => [
  {
    field: 'account_update',
    value: { ...(digits !== '' && { phone_number: digits }), event: 'PARTNER_REMOVED' },
  },
];

/** A notice leaves as Meta sent it. */
export const noticeChanges = ({ Field, Notice }: Payloads['PlatformNotice']): CloudChange[] => [
  { field: Field, value: Notice },
];
