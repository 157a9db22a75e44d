import { useRef } from 'react';
import { useWidth } from '#lib/use-width';
import { ChatFrame, type ChatFrameProps } from '../../../components/ChatFrame';
import styles from './DeviceFrame.module.css';

/** Sizes of the page around the chat, in its own pixels. */
export const DEVICES = {
  desktop: { width: 1120, height: 760 },
  tablet: { width: 768, height: 860 },
  phone: { width: 375, height: 667 },
  /** As small as a window can be in which the chat does not take all of it. */
  window: { width: 520, height: 720 },
} as const;
export type Device = keyof typeof DEVICES;

/** The chat on the page of a device, as large as there is room for. */
export function DeviceFrame({
  device,
  ...props
}: { readonly device: Device } & Omit<ChatFrameProps, 'width' | 'height' | 'scale' | 'hasPage'>) {
  const place = useRef<HTMLDivElement>(null);
  const room = useWidth(place);
  const { width, height } = DEVICES[device];
  return (
    <div ref={place} className={styles.place}>
      {room > 0 && (
        <ChatFrame
          key={device}
          hasPage
          width={width}
          height={height}
          // Its border is beside the page.
          scale={Math.min(1, (room - 2) / width)}
          {...props}
        />
      )}
    </div>
  );
}
