declare module 'gifenc' {
  type Palette = number[][]
  type FrameOptions = {
    palette?: Palette
    /** In ms. */
    delay?: number
    transparent?: boolean
    transparentIndex?: number
    dispose?: number
  }
  type Encoder = {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void
    finish(): void
    bytes(): Uint8Array
  }
  export function GIFEncoder(): Encoder
  export function quantize(rgba: Uint8Array, mostColours: number, options: { format: 'rgb565' }): Palette
  export function applyPalette(rgba: Uint8Array, palette: Palette, format: 'rgb565'): Uint8Array
}
