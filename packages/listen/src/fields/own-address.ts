/**
 * What is compared to find the items with the same address. An item that shares its address with others has its own, which begins with the
 * address of the page.
 */
export const ownAddress = (address: string, id: string): string => `${address} ${id}`
export const sharesAddress = (address: string): boolean => address.includes(' ')
/** The address of the page. Canonical addresses have no spaces. */
export const pageOf = (address: string): string => address.split(' ', 1)[0] ?? ''
