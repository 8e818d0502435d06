import { useState, type DragEvent, type ReactNode } from 'react';
import { Box, Flex, IconButton } from '@strapi/design-system';
import { ArrowDown, ArrowUp, Cross, Drag } from '@strapi/icons';
import { useTranslate } from '../hooks/use-translate';

export interface ChosenProduct {
  id: number;
  /** The product's name, for labels and announcements. */
  name: string;
  line: ReactNode;
}

export interface ChosenProductsProps {
  products: ChosenProduct[];
  /** Whether the products can be reordered. */
  isSortable: boolean;
  disabled: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

/** The chosen products as a list, each with buttons to move it up, move it down, and remove it. */
export function ChosenProducts({ products, isSortable, disabled, onMove, onRemove }: ChosenProductsProps) {
  const t = useTranslate();
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  if (products.length === 0) return null;
  const isDraggable = isSortable && !disabled && products.length > 1;
  const end = () => {
    setDragged(null);
    setOver(null);
  };

  return (
    <Box tag="ol" aria-label={t('commerce-bridge.field.chosen')} borderColor="neutral200" hasRadius overflow="hidden">
      {products.map(({ id, name, line }, place) => (
        <Flex
          key={id}
          tag="li"
          data-product={id}
          gap={3}
          padding={2}
          paddingLeft={3}
          background={over === place && dragged !== null && dragged !== place ? 'primary100' : 'neutral0'}
          style={{
            opacity: dragged === place ? 0.5 : 1,
            ...(place > 0 && { boxShadow: 'inset 0 1px 0 rgba(128, 128, 160, 0.25)' }),
          }}
          draggable={isDraggable}
          onDragStart={(event: DragEvent) => {
            keepFromStrapi(event);
            // A custom type: Strapi's own lists would accept dragged text.
            event.dataTransfer.setData('application/x-commerce-bridge-product', String(id));
            event.dataTransfer.effectAllowed = 'move';
            setDragged(place);
          }}
          onDragOver={(event: DragEvent) => {
            if (dragged === null) return;
            keepFromStrapi(event);
            event.preventDefault();
            setOver(place);
          }}
          onDrop={(event: DragEvent) => {
            if (dragged === null) return;
            keepFromStrapi(event);
            event.preventDefault();
            onMove(dragged, place);
            end();
          }}
          onDragEnd={end}
        >
          {isDraggable ? <Drag fill="neutral500" aria-hidden style={{ cursor: 'grab', flexShrink: 0 }} /> : null}
          <Box flex="1" minWidth={0}>
            {line}
          </Box>
          <Flex gap={1} shrink={0}>
            {isSortable && products.length > 1 ? (
              <>
                <IconButton
                  label={t('commerce-bridge.field.up', { name })}
                  variant="ghost"
                  disabled={disabled || place === 0}
                  data-step="up"
                  onClick={() => onMove(place, place - 1)}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={t('commerce-bridge.field.down', { name })}
                  variant="ghost"
                  disabled={disabled || place === products.length - 1}
                  data-step="down"
                  onClick={() => onMove(place, place + 1)}
                >
                  <ArrowDown />
                </IconButton>
              </>
            ) : null}
            <IconButton
              label={t('commerce-bridge.field.remove', { name })}
              variant="ghost"
              disabled={disabled}
              data-step="remove"
              onClick={() => onRemove(place)}
            >
              <Cross />
            </IconButton>
          </Flex>
        </Flex>
      ))}
    </Box>
  );
}

// The Content Manager's own lists listen on the window and cancel drags that they did not start.
function keepFromStrapi(event: DragEvent): void {
  event.stopPropagation();
}
