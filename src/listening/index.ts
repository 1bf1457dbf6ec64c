export { connectListening } from './connect-listening.ts'
