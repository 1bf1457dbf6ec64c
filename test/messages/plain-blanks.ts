/** What ties a number to its sign looks like any other blank, and is read as one. */
export const plainBlanks = (shown: string) => shown.replaceAll('\u00a0', ' ')
