import { hashText } from './catalog/dice';

/** What a placeholder shows. */
export interface Picture {
  readonly productName: string;
  /** Distinguishes the images of one product. */
  readonly imageId: number;
  readonly width: number;
  readonly height: number;
}

/** An SVG with the product's own colors and initials, so that screenshots look decent without a network. */
export function drawPicture(picture: Picture): string {
  const { width, height } = picture;
  const hash = hashText(picture.productName);
  const hue = hash % 360;
  const turn = hashText(String(picture.imageId)) % 60;
  const unit = Math.min(width, height);
  const middle = { x: width / 2, y: height / 2 };
  const spot = { x: width * (0.2 + (turn / 60) * 0.6), y: height * (0.15 + ((hash >>> 8) % 50) / 100) };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">',
    `<stop offset="0" stop-color="hsl(${hue} 45% 88%)"/><stop offset="1" stop-color="hsl(${(hue + 30 + turn) % 360} 40% 72%)"/>`,
    '</linearGradient></defs>',
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    `<circle cx="${round(spot.x)}" cy="${round(spot.y)}" r="${round(unit * 0.42)}" fill="hsl(${(hue + 330) % 360} 55% 80%)" opacity="0.55"/>`,
    `<circle cx="${round(width - spot.x)}" cy="${round(height * 0.85)}" r="${round(unit * 0.28)}" fill="hsl(${(hue + 20) % 360} 45% 62%)" opacity="0.35"/>`,
    `<text x="${middle.x}" y="${middle.y}" text-anchor="middle" dominant-baseline="central" font-family="Georgia, 'Times New Roman', serif" `,
    `font-size="${round(unit * 0.34)}" fill="hsl(${hue} 45% 26%)">${escapeXml(initials(picture.productName))}</text>`,
    '</svg>',
  ].join('');
}

/** First letters of the first two words; marks such as `[Sample]` do not count. */
export function initials(name: string): string {
  const words = name.replace(/\[[^\]]*\]/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0]?.toUpperCase() ?? '');
  return letters.join('') || '•';
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
