package natsq

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// subjects are the names of a run.
type subjects struct {
	todo, done, beat, pace string
	todoStream, doneStream string
	consumer               string
}

func names(run string) subjects {
	return subjects{
		todo: "cc." + run + ".todo", done: "cc." + run + ".done", beat: "cc." + run + ".beat", pace: "cc." + run + ".pace",
		todoStream: "CC_" + run + "_TODO", doneStream: "CC_" + run + "_DONE", consumer: "w",
	}
}

// streams makes the streams of a run, or finds them.
func (n subjects) streams(ctx context.Context, js jetstream.JetStream, replicas int, lease time.Duration, solutions bool) (todo, done jetstream.Consumer, err error) {
	for _, s := range []struct {
		stream, subject string
		to              *jetstream.Consumer
		consumer        jetstream.ConsumerConfig
	}{
		{n.todoStream, n.todo, &todo, jetstream.ConsumerConfig{Durable: n.consumer, AckWait: lease, MaxAckPending: 50_000}},
		{n.doneStream, n.done, &done, jetstream.ConsumerConfig{Durable: "c", AckWait: 30 * time.Second, MaxAckPending: 10_000}},
	} {
		config := jetstream.StreamConfig{
			Name: s.stream, Subjects: []string{s.subject}, Retention: jetstream.WorkQueuePolicy,
			MaxMsgSize: int32(limitOf(solutions)), Replicas: replicas, Duplicates: time.Second,
		}
		stream, err := js.CreateOrUpdateStream(ctx, config)
		if err != nil {
			return nil, nil, err
		}
		s.consumer.AckPolicy, s.consumer.MaxDeliver = jetstream.AckExplicitPolicy, -1
		if *s.to, err = stream.CreateOrUpdateConsumer(ctx, s.consumer); err != nil {
			return nil, nil, err
		}
	}
	return todo, done, nil
}

// lost reports whether the error says that a stream or consumer is gone.
func lost(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) ||
		errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrNoStreamResponse)
}
