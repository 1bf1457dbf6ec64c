/** A token that can be recognised in any output, plain or encoded. */
export const token = 'sEcReT+token/42='
