/** A token that is found wherever it leaks to, plain or encoded. */
export const token = 'sEcReT+token/42='
