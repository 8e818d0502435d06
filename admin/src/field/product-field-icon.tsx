import type { SVGProps } from 'react';

/** A price tag in a colored tile, like the icons of Strapi's own fields. */
export function ProductFieldIcon(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={32}
      height={24}
      fill="none"
      viewBox="0 0 32 24"
      aria-hidden
      {...props}
    >
      <rect width={31} height={23} x={0.5} y={0.5} fill="#EAFBE7" stroke="#C6F0C2" rx={2.5} />
      <path
        fill="#328048"
        fillRule="evenodd"
        d="M10 7.5A1.5 1.5 0 0 1 11.500 6h4.600a1.500 1.500 0 0 1 1.060.440l5.400 5.400a1.500 1.500 0 0 1 0 2.120l-4.600 4.600a1.500 1.500 0 0 1-2.120 0l-5.400-5.400A1.500 1.500 0 0 1 10 12.100V7.500Zm3.250 3a1.250 1.250 0 1 0 0-2.500 1.250 1.250 0 0 0 0 2.500Z"
        clipRule="evenodd"
      />
    </svg>
  );
}
