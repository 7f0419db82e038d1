package main

import (
	"fmt"
	"math/rand"
	"time"

	clocktesting "k8s.io/utils/clock/testing"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/apis/utils/timewindow"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
)

// drawWindowText draws a time of a window, mostly one that can be read: near midnight more often than elsewhere.
func drawWindowText(random *rand.Rand) string {
	hour, minute, second := random.Intn(24), random.Intn(60), pick(random, 0, 0, 1, 59)
	if random.Intn(3) == 0 {
		hour, minute = pick(random, 23, 0), pick(random, 0, 15, 45, 59)
	}
	offset := fmt.Sprintf("%s%02d%02d", pick(random, "+", "-"), pick(random, 0, 0, 1, 5, 12, 14), pick(random, 0, 0, 30, 45))
	if random.Intn(20) == 0 {
		hour, minute, second = random.Intn(30), random.Intn(70), random.Intn(70)
		offset = pick(random, "+2400", "+2460", "-2500", "+0061", "Z", "", "0100", "+01:00", "+100")
	}
	return fmt.Sprintf("%02d%02d%02d%s", hour, minute, second, offset)
}

func drawTimeRead(random *rand.Rand) (any, any) {
	text := drawWindowText(random)
	input := map[string]any{"at": text}
	parsed, err := timewindow.ParseMaintenanceTime(text)
	if err != nil {
		return input, map[string]any{"error": "INVALID_TIME"}
	}
	return input, map[string]any{"utc": parsed.String()}
}

// drawWindow draws a window of any duration. Only some can be read.
func drawWindow(random *rand.Rand) (begin, end string) {
	begin, end = drawWindowText(random), drawWindowText(random)
	if random.Intn(10) == 0 {
		end = begin
	}
	return begin, end
}

// drawNear draws an instant: at an edge of the window or of its effective part, beside one, or anywhere.
func drawNear(random *rand.Rand, begin, end string) time.Time {
	day := time.Date(2026, time.Month(1+random.Intn(12)), 1+random.Intn(31), 0, 0, 0, 0, time.UTC)
	edge, err := timewindow.ParseMaintenanceTime(pick(random, begin, end))
	if err != nil || random.Intn(4) == 0 {
		return day.Add(time.Duration(random.Intn(86400)) * time.Second)
	}
	at := time.Duration(edge.Hour())*time.Hour + time.Duration(edge.Minute())*time.Minute + time.Duration(edge.Second())*time.Second
	moved := pick(random, 0, 0, -15*time.Minute, 15*time.Minute)
	return day.Add(at + moved + pick(random, -time.Second, -time.Millisecond, 0, 0, time.Millisecond, time.Second, time.Minute))
}

func instantText(at time.Time) string {
	return at.Format("2006-01-02T15:04:05.000Z07:00")
}

func drawMaintainNow(random *rand.Rand) (any, any) {
	begin, end := drawWindow(random)
	at := drawNear(random, begin, end)
	shoot := &gardencorev1beta1.Shoot{Spec: gardencorev1beta1.ShootSpec{Maintenance: &gardencorev1beta1.Maintenance{
		TimeWindow: &gardencorev1beta1.MaintenanceTimeWindow{Begin: begin, End: end},
	}}}
	now := gardenerutils.IsNowInEffectiveShootMaintenanceTimeWindow(shoot, clocktesting.NewFakeClock(at))
	return map[string]any{"begin": begin, "end": end, "at": instantText(at)}, map[string]any{"now": now}
}

func drawNextRun(random *rand.Rand) (any, any) {
	shift := random.Intn(2) == 0
	begin, end := drawWindow(random)
	window, err := timewindow.ParseMaintenanceTimeWindow(begin, end)
	// Of windows that are longer than the API server takes, Gardener may shift only the begin to another day.
	for err != nil || shift && window.Duration() > gardencorev1beta1.MaintenanceTimeWindowDurationMaximum {
		begin, end = drawWindow(random)
		window, err = timewindow.ParseMaintenanceTimeWindow(begin, end)
	}
	from := drawNear(random, begin, end)
	if shift {
		// In the fractions after the last second Gardener counts as inside and draws from a negative span: it panics.
		from = from.Truncate(time.Second)
	}
	secondsAt := func(choose func(least, most int64) int64) float64 {
		timewindow.RandomFunc = choose
		return window.RandomDurationUntilNext(from, shift).Seconds()
	}
	least := secondsAt(func(least, _ int64) int64 { return least })
	most := secondsAt(func(_, most int64) int64 { return most })
	input := map[string]any{"begin": begin, "end": end, "fromTime": instantText(from), "shiftBegin": shift}
	return input, map[string]any{"minSeconds": least, "maxSecondsExclusive": most}
}
