/** What ties a number to its sign looks like any other blank, and is read as one. */
export const withPlainSpaces = (shown: string) => shown.replaceAll('\u00a0', ' ')
