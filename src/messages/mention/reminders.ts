export const longestNote = 500
