/** The words of the CRM, as the page offers them. A test holds them to what the service knows. */

export const PIPELINE_TYPES = ['custom', 'sales', 'support', 'onboarding', 'marketing'];
export const VISIBILITIES = ['private', 'team', 'public'];

/** What stages are for, by their `stage_type`. */
export const STAGE_TYPES = ['active', 'completed', 'cancelled'];
