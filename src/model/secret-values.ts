/**
 * Returns the secrets in a setting that can have two, separated by white space, so that a secret can be replaced without a gap: the old one is
 * removed when everybody has the new one.
 */
export const secretValues = (setting: string): string[] => setting.split(/\s+/).filter((one) => one !== '')
